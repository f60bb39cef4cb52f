;;; emacs_tests.el --- The mode, in real Emacs  -*- lexical-binding: t; -*-

;;; Code:

(require 'ert)
(require 'eglot)
(require 'toolspec-mode)

(defconst toolspec-tests--folder (file-name-directory (or load-file-name buffer-file-name)))

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

(ert-deftest toolspec-tests-quotes-in-regexes-and-names-anywhere ()
  (with-temp-buffer
    (toolspec-mode)
    (insert "require x result /say \"hi/\norder: a1 -> b # it's \"quoted\n"
            "forbid rm <k1: /a#b/i, m: {days: 30}> weight 2\n"
            "require d/e <x: /c\\/d/>\ncount fs.read: g::h = 1\norder strict: k->l\n")
    (font-lock-ensure)
    (dolist (expected '(("x result" 0 font-lock-function-name-face)
                        ("/say" 0 font-lock-regexp-face)
                        ("\"hi/" 3 font-lock-regexp-face)
                        ("order: a1" 0 font-lock-keyword-face)
                        ("a1 -> b" 0 font-lock-function-name-face)
                        ("# it's" 2 font-lock-comment-face)
                        ("forbid" 0 font-lock-keyword-face)
                        ("rm <" 0 font-lock-function-name-face)
                        ("k1" 0 font-lock-property-name-face)
                        ("#b/i" 3 font-lock-regexp-face)
                        (", m: " 2 font-lock-property-name-face)
                        ("days" 0 font-lock-property-name-face)
                        ("30}" 0 font-lock-number-face)
                        ("weight 2" 0 font-lock-builtin-face)
                        ("d/e" 2 font-lock-function-name-face)
                        ("\\/d/" 3 font-lock-regexp-face)
                        ("fs.read" 0 font-lock-function-name-face)
                        ("g::h" 3 font-lock-function-name-face)
                        ("strict" 0 font-lock-type-face)
                        ("k->l" 0 font-lock-function-name-face)
                        ("->l" 0 nil)))
      (should (equal (list (car expected) (toolspec-tests--face (car expected) (nth 1 expected)))
                     (list (car expected) (nth 2 expected)))))))

(ert-deftest toolspec-tests-a-symbol-is-a-tool ()
  (with-temp-buffer
    (toolspec-mode)
    (insert "order: fs/read:file-x -> b")
    (goto-char 10)
    (should (equal (thing-at-point 'symbol) "fs/read:file-x"))))

(defun toolspec-tests--typed (text)
  "Return what stands in a buffer where TEXT was typed line by line."
  (with-temp-buffer
    (toolspec-mode)
    (dolist (line (split-string text "\n"))
      (insert (string-trim-left line))
      (indent-according-to-mode)
      (end-of-line)
      (newline))
    (string-trim-right (buffer-string))))

(ert-deftest toolspec-tests-indentation ()
  (let ((texts (with-temp-buffer
                 (insert-file-contents (expand-file-name "corpus/indented.toolspec"
                                                         toolspec-tests--folder))
                 (split-string (string-trim-right (buffer-string)) "\n\n"))))
    (should (> (length texts) 3))
    (dolist (text texts)
      (should (equal (toolspec-tests--typed text) text))
      (with-temp-buffer
        (toolspec-mode)
        (insert (replace-regexp-in-string "^ +" "" text))
        (indent-region (point-min) (point-max))
        (should (equal (buffer-string) text))))))

(ert-deftest toolspec-tests-eglot-knows-the-server ()
  (let ((contact (alist-get 'toolspec-mode eglot-server-programs)))
    (should (equal (funcall contact nil) '(toolspec-eglot-server "toolspec" "lsp")))))

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
      ;; A trace that changes on the disk: the hints are asked for again, though no text has changed.
      (let ((asked 0) (trace (expand-file-name "trace.json" default-directory)))
        (eglot-inlay-hints-mode 1)
        (advice-add 'eglot-inlay-hints-mode :before
                    (lambda (&rest _) (setq asked (1+ asked))) '((name . toolspec-tests-count)))
        (with-temp-buffer
          (insert-file-contents trace)
          (while (search-forward "send_email" nil t)
            (replace-match "send_letter"))
          (write-region nil nil trace nil 'quiet))
        (toolspec-tests--wait 15 (lambda () (> asked 1)))
        (advice-remove 'eglot-inlay-hints-mode 'toolspec-tests-count)
        (should eglot-inlay-hints-mode))
      (eglot-shutdown server nil 5))))

;;; emacs_tests.el ends here
