import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-LX6TD7V7.js";import"./chunk-WNETR6DX.js";import"./chunk-625LMIRR.js";import"./chunk-ZCWL3CZ5.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as ImageCli};
