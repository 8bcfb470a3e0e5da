// commit
