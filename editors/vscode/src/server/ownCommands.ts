import type { FeatureState, StaticFeature } from "vscode-languageclient/node";

/** Commands of the server for which the extension has its own face: a picker, a panel. */
export const OWN_COMMANDS = ["toolspec.chooseTrace", "toolspec.showJustification", "toolspec.runAllTraces"] as const;

/**
 * Keep the client from registering the commands the extension registers itself.
 *
 * The client gives every command the server announces a face of its own, and a second face of one name is an
 * error that ends the start. Code lenses of the server so reach the extension's face, with the same arguments.
 */
export const ownCommands: StaticFeature = {
  fillClientCapabilities: () => undefined,
  getState: (): FeatureState => ({ kind: "static" }),
  preInitialize: (capabilities) => {
    const provider = capabilities.executeCommandProvider;
    if (provider !== undefined) {
      const own: readonly string[] = OWN_COMMANDS;
      capabilities.executeCommandProvider = {
        ...provider,
        commands: provider.commands.filter((command) => !own.includes(command)),
      };
    }
  },
  initialize: () => undefined,
  clear: () => undefined,
};
