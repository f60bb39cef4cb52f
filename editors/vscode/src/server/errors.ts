import { CloseAction, ErrorAction, type ErrorHandler } from "vscode-languageclient/node";
import { crashes } from "./crashes";

/** Write errors a connection may have before it is given up. */
const ERRORS_MAX = 3;

/** The client's own handler speaks up at each crash: a server that cannot start would fill the screen. */
export function errorHandler(wanted: () => boolean, gaveUp: () => void): ErrorHandler {
  const again = crashes();
  return {
    error: (_error, _message, count) => ({
      action: (count ?? 0) <= ERRORS_MAX ? ErrorAction.Continue : ErrorAction.Shutdown,
      handled: true,
    }),
    closed: () => {
      if (!wanted()) {
        return { action: CloseAction.DoNotRestart, handled: true };
      }
      const restart = again();
      if (!restart) {
        gaveUp();
      }
      return { action: restart ? CloseAction.Restart : CloseAction.DoNotRestart, handled: true };
    },
  };
}
