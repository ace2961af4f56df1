import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-MVDQBDQU.js";import"./chunk-6ZP2BDIE.js";import"./chunk-RJCPR7ZE.js";import"./chunk-UKSPS3HR.js";import"./chunk-W6EIFQNW.js";import"./chunk-C3PRJ3JY.js";import"./chunk-6REANS53.js";export{a as ImageCli};
