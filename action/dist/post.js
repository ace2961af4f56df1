import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a as t}from"./chunk-4AU4EY6X.js";import"./chunk-5IJEEOZY.js";import"./chunk-HDCOWYRQ.js";import"./chunk-UK77T6UT.js";import"./chunk-FIVT7VDN.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";await t(async()=>(await import("./post-CMLLWOG7.js")).postStep());
