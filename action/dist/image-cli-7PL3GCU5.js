import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-WK6ZX4PN.js";import"./chunk-WNETR6DX.js";import"./chunk-AGYUGDIA.js";import"./chunk-RPIX27F7.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as ImageCli};
