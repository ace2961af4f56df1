import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-KUBZ2KZP.js";import"./chunk-WNETR6DX.js";import"./chunk-77YJSYJ3.js";import"./chunk-J3UYGAEU.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as ImageCli};
