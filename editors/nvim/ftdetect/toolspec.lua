vim.filetype.add({ extension = { toolspec = 'toolspec' } })
