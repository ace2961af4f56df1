import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-FPLCOUWQ.js";import"./chunk-WNETR6DX.js";import"./chunk-HXSCB42Z.js";import"./chunk-LEG36KST.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as ImageCli};
