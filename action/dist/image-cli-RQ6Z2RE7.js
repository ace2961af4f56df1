import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-THO7N76M.js";import"./chunk-WNETR6DX.js";import"./chunk-H6CWEBG7.js";import"./chunk-S4SUMQIV.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as ImageCli};
