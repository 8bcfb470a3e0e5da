// extract
