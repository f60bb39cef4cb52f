;;; emacs_tests.el --- The mode, in real Emacs  -*- lexical-binding: t; -*-

;;; Code:

(require 'ert)
(require 'eglot)
(require 'toolspec-mode)

(defun toolspec-tests--face (text &optional after)
  "Return the face at TEXT, or AFTER characters behind its start."
  (goto-char (point-min))
  (search-forward text)
  (get-text-property (+ (match-beginning 0) (or after 0)) 'face))

(ert-deftest toolspec-tests-highlighting ()
  (find-file (getenv "TOOLSPEC_SPEC"))
  (should (eq major-mode 'toolspec-mode))
  (font-lock-ensure)
  (should (eq (toolspec-tests--face "order: find") 'font-lock-keyword-face))
  (should (eq (toolspec-tests--face "-> get_order" 3) 'font-lock-function-name-face))
  (should (eq (toolspec-tests--face "@lookup") 'font-lock-constant-face))
  (should (eq (toolspec-tests--face "weight 2") 'font-lock-builtin-face))
  (should (eq (toolspec-tests--face "\"trace.json\"") 'font-lock-string-face))
  (should (eq (toolspec-tests--face "# What" 2) 'font-lock-comment-face)))

(ert-deftest toolspec-tests-a-symbol-is-a-tool ()
  (with-temp-buffer
    (toolspec-mode)
    (insert "order: fs/read:file-x -> b")
    (goto-char 10)
    (should (equal (thing-at-point 'symbol) "fs/read:file-x"))))

(ert-deftest toolspec-tests-indentation ()
  (with-temp-buffer
    (toolspec-mode)
    (insert "case \"a\" {\ncount a = 1\n}\ncount b = 1\n")
    (indent-region (point-min) (point-max))
    (should (equal (buffer-string) "case \"a\" {\n  count a = 1\n}\ncount b = 1\n"))))

(ert-deftest toolspec-tests-eglot-knows-the-server ()
  (let ((contact (alist-get 'toolspec-mode eglot-server-programs)))
    (should (equal (funcall contact nil) '("toolspec" "lsp")))))

(defun toolspec-tests--wait (seconds condition)
  "Let the server speak until CONDITION holds; fail after SECONDS."
  (let ((until (+ (float-time) seconds)) held)
    (while (and (not (setq held (funcall condition))) (< (float-time) until))
      (accept-process-output nil 0.05))
    (should held)
    held))

(ert-deftest toolspec-tests-eglot-shows-scores-and-reasons ()
  (let ((toolspec-server-command (split-string (getenv "TOOLSPEC_SERVER") " "))
        (eglot-sync-connect 30)
        (eglot-autoshutdown nil))
    (find-file (getenv "TOOLSPEC_SPEC"))
    (apply #'eglot--connect (eglot--guess-contact))
    (let ((server (eglot-current-server)))
      (should server)
      (toolspec-tests--wait
       20 (lambda ()
            (let ((hints (jsonrpc-request
                          server :textDocument/inlayHint
                          (list :textDocument (eglot--TextDocumentIdentifier)
                                :range (list :start '(:line 0 :character 0)
                                             :end '(:line 30 :character 0))))))
              (seq-some (lambda (hint) (string-match-p "✗ 0\\.00" (plist-get hint :label))) hints))))
      (toolspec-tests--wait
       10 (lambda ()
            (flymake-start)
            (seq-some (lambda (problem)
                        (string-match-p "issue_refund" (flymake-diagnostic-text problem)))
                      (flymake-diagnostics))))
      (eglot-shutdown server nil 5))))

;;; emacs_tests.el ends here
