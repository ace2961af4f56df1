import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-3CEV2OCK.js";import"./chunk-VAZVSSUE.js";import"./chunk-HDCOWYRQ.js";import"./chunk-UK77T6UT.js";import"./chunk-VBXP4WIN.js";import"./chunk-CWR46IDK.js";import"./chunk-6REANS53.js";export{a as runStep};
