-- A file of the size and time that were noted is not read again. Of rows that are there nobody noted them: all are made again.
ALTER TABLE "Run" ADD COLUMN "storedSize" INTEGER NOT NULL DEFAULT -1;
ALTER TABLE "Run" ADD COLUMN "storedModified" REAL NOT NULL DEFAULT -1;

-- Lists of the runs of a suite, newest first; the few runs that are marked.
DROP INDEX "Run_suite_idx";
CREATE INDEX "Run_suite_startedAt_id_idx" ON "Run"("suite", "startedAt" DESC, "id");
CREATE INDEX "Run_mark_idx" ON "Run"("mark");

-- Counting a million rows takes longer than any other query of a page.
CREATE TABLE "Total" (
    "id" INTEGER NOT NULL PRIMARY KEY,
    "runs" INTEGER NOT NULL,
    "cells" INTEGER NOT NULL
);
INSERT INTO "Total" SELECT 1, count(*), coalesce(sum("cellCount"), 0) FROM "Run";
CREATE TRIGGER "Run_inserted" AFTER INSERT ON "Run" BEGIN
    UPDATE "Total" SET "runs" = "runs" + 1, "cells" = "cells" + NEW."cellCount" WHERE "id" = 1;
END;
CREATE TRIGGER "Run_deleted" AFTER DELETE ON "Run" BEGIN
    UPDATE "Total" SET "runs" = "runs" - 1, "cells" = "cells" - OLD."cellCount" WHERE "id" = 1;
END;
