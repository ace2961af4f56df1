import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a as t}from"./chunk-AMOHIKUV.js";import"./chunk-VAZVSSUE.js";import"./chunk-HDCOWYRQ.js";import"./chunk-UK77T6UT.js";import"./chunk-DJVAX2EJ.js";import"./chunk-VJINN7OB.js";import"./chunk-6REANS53.js";await t(async()=>(await import("./post-6GZHVNX2.js")).postStep());
