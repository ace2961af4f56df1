import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a as t}from"./chunk-E6S7477A.js";import"./chunk-VAZVSSUE.js";import"./chunk-HDCOWYRQ.js";import"./chunk-UK77T6UT.js";import"./chunk-W6EIFQNW.js";import"./chunk-C3PRJ3JY.js";import"./chunk-6REANS53.js";await t(async()=>(await import("./post-3MILG5BI.js")).postStep());
