import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-H5BDLGAM.js";import"./chunk-WNETR6DX.js";import"./chunk-QESUBZ5V.js";import"./chunk-7EKC755M.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as ImageCli};
