import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a as t}from"./chunk-JOROG7H4.js";import"./chunk-5IJEEOZY.js";import"./chunk-HDCOWYRQ.js";import"./chunk-UK77T6UT.js";import"./chunk-E6ACUOM5.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";await t(async()=>(await import("./post-22JQR3KO.js")).postStep());
