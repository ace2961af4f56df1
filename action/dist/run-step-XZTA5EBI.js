import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-OJVGRGTW.js";import"./chunk-VAZVSSUE.js";import"./chunk-HDCOWYRQ.js";import"./chunk-UK77T6UT.js";import"./chunk-6BG3DPXB.js";import"./chunk-UNYEKT3H.js";import"./chunk-6REANS53.js";export{a as runStep};
