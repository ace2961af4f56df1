import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-TUE262CC.js";import"./chunk-B2XMRTEG.js";import"./chunk-RJCPR7ZE.js";import"./chunk-UKSPS3HR.js";import"./chunk-6BG3DPXB.js";import"./chunk-UNYEKT3H.js";import"./chunk-6REANS53.js";export{a as ImageCli};
