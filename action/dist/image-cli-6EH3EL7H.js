import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-M3VY35JH.js";import"./chunk-TZDEHDXN.js";import"./chunk-RJCPR7ZE.js";import"./chunk-UKSPS3HR.js";import"./chunk-PK3C4BNT.js";import"./chunk-QTNQHHRS.js";import"./chunk-6REANS53.js";export{a as ImageCli};
