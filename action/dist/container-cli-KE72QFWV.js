import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-3GOAXX3K.js";import"./chunk-U3L545GK.js";import"./chunk-MB6W4D72.js";import"./chunk-MVDQBDQU.js";import"./chunk-6ZP2BDIE.js";import"./chunk-RJCPR7ZE.js";import"./chunk-UKSPS3HR.js";import"./chunk-W6EIFQNW.js";import"./chunk-C3PRJ3JY.js";import"./chunk-6REANS53.js";export{a as ContainerCli};
