import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-JHD5SEIK.js";import"./chunk-VAZVSSUE.js";import"./chunk-HDCOWYRQ.js";import"./chunk-UK77T6UT.js";import"./chunk-IKNHTMZJ.js";import"./chunk-VJINN7OB.js";import"./chunk-6REANS53.js";export{a as runStep};
