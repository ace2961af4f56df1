import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-3NFC7VAO.js";import"./chunk-VAZVSSUE.js";import"./chunk-HDCOWYRQ.js";import"./chunk-UK77T6UT.js";import"./chunk-Q2QPRZJR.js";import"./chunk-KX5XH5O6.js";import"./chunk-6REANS53.js";export{a as runStep};
