-- The texts of `keyFigure`, `machine` and `setup` changed: the next synchronization derives the rows of every run again.
UPDATE "Run" SET "analysisVersion" = 0;
