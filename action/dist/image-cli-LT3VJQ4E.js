import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-GECLBFVL.js";import"./chunk-WNETR6DX.js";import"./chunk-KMYXK2OO.js";import"./chunk-PRL2VYWA.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as ImageCli};
