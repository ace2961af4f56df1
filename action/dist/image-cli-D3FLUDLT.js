import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-3B6KP3BC.js";import"./chunk-WNETR6DX.js";import"./chunk-AAWAA4WD.js";import"./chunk-53NHI7MQ.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as ImageCli};
