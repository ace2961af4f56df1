import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-45QNWX7L.js";import"./chunk-DTQTGBAX.js";import"./chunk-MB6W4D72.js";import"./chunk-TUE262CC.js";import"./chunk-B2XMRTEG.js";import"./chunk-RJCPR7ZE.js";import"./chunk-UKSPS3HR.js";import"./chunk-6BG3DPXB.js";import"./chunk-UNYEKT3H.js";import"./chunk-6REANS53.js";export{a as ContainerCli};
