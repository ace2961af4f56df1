import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a as t}from"./chunk-3AK6QCNB.js";import"./chunk-VAZVSSUE.js";import"./chunk-HDCOWYRQ.js";import"./chunk-UK77T6UT.js";import"./chunk-5TEP6WNC.js";import"./chunk-5MYGZ6QQ.js";import"./chunk-6REANS53.js";await t(async()=>(await import("./post-OLWDIESW.js")).postStep());
