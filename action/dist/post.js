import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a as t}from"./chunk-M6NIJQYK.js";import"./chunk-VAZVSSUE.js";import"./chunk-HDCOWYRQ.js";import"./chunk-UK77T6UT.js";import"./chunk-OGF556QG.js";import"./chunk-WG37KF7Q.js";import"./chunk-6REANS53.js";await t(async()=>(await import("./post-T55MQBGE.js")).postStep());
