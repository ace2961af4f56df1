import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-I62Y2S4A.js";import"./chunk-5IJEEOZY.js";import"./chunk-HDCOWYRQ.js";import"./chunk-UK77T6UT.js";import"./chunk-GO7N4OYG.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as runStep};
