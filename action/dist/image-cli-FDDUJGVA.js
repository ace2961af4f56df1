import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-GVJMPHZC.js";import"./chunk-WNETR6DX.js";import"./chunk-S7UFR5AD.js";import"./chunk-46YK6R7B.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as ImageCli};
