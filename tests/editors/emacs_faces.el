;;; emacs_faces.el --- The words of files by their faces  -*- lexical-binding: t; -*-

;;; Code:

(require 'json)
(require 'toolspec-mode)

(defun toolspec-faces--runs (path)
  "Return the coloured words of PATH: from where to where, and their face."
  (with-temp-buffer
    (let ((coding-system-for-read 'utf-8-unix))
      (insert-file-contents path))
    (toolspec-mode)
    (font-lock-ensure)
    (let ((at (point-min)) runs)
      (while (< at (point-max))
        (let ((end (next-single-property-change at 'face nil (point-max)))
              (face (get-text-property at 'face)))
          (when face
            (push (list (1- at) (1- end) (symbol-name (if (consp face) (car face) face))) runs))
          (setq at end)))
      (vconcat (nreverse runs)))))

(princ (json-encode (vconcat (mapcar #'toolspec-faces--runs command-line-args-left))))
(setq command-line-args-left nil)

;;; emacs_faces.el ends here
