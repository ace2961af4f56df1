import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-FVG7UJJ4.js";import"./chunk-VAZVSSUE.js";import"./chunk-HDCOWYRQ.js";import"./chunk-UK77T6UT.js";import"./chunk-426D6IKL.js";import"./chunk-MMX2U44Z.js";import"./chunk-6REANS53.js";export{a as runStep};
