import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-DROVZSQJ.js";import"./chunk-VAZVSSUE.js";import"./chunk-HDCOWYRQ.js";import"./chunk-UK77T6UT.js";import"./chunk-Y5KCVLWU.js";import"./chunk-UNYEKT3H.js";import"./chunk-6REANS53.js";export{a as runStep};
