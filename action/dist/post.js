import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a as t}from"./chunk-INRX3FTA.js";import"./chunk-VAZVSSUE.js";import"./chunk-HDCOWYRQ.js";import"./chunk-UK77T6UT.js";import"./chunk-PK3C4BNT.js";import"./chunk-QTNQHHRS.js";import"./chunk-6REANS53.js";await t(async()=>(await import("./post-Q5N7KKYN.js")).postStep());
