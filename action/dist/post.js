import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a as t}from"./chunk-QH3SUEXV.js";import"./chunk-VAZVSSUE.js";import"./chunk-HDCOWYRQ.js";import"./chunk-UK77T6UT.js";import"./chunk-PMYZVVWS.js";import"./chunk-CWR46IDK.js";import"./chunk-6REANS53.js";await t(async()=>(await import("./post-YKXHXF3J.js")).postStep());
