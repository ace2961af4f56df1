import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-HHOBFVAJ.js";import"./chunk-LRZM55GX.js";import"./chunk-RJCPR7ZE.js";import"./chunk-UKSPS3HR.js";import"./chunk-426D6IKL.js";import"./chunk-MMX2U44Z.js";import"./chunk-6REANS53.js";export{a as ImageCli};
