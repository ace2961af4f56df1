import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-7EX7F6KD.js";import"./chunk-WNETR6DX.js";import"./chunk-GRHNVPDY.js";import"./chunk-ZKMUUJZT.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as ImageCli};
