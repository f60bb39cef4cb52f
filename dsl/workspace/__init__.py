"""Files around specs: settings, what is left out, spec files, the names of cases."""
