import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-M6NIJQYK.js";import"./chunk-VAZVSSUE.js";import"./chunk-HDCOWYRQ.js";import"./chunk-UK77T6UT.js";import"./chunk-OGF556QG.js";import"./chunk-WG37KF7Q.js";import"./chunk-6REANS53.js";export{a as runStep};
