import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-KDNDYX37.js";import"./chunk-IN2ZB3LD.js";import"./chunk-MB6W4D72.js";import"./chunk-23OOHQXN.js";import"./chunk-V6IIS6FN.js";import"./chunk-RJCPR7ZE.js";import"./chunk-UKSPS3HR.js";import"./chunk-MGLWK7HB.js";import"./chunk-WG37KF7Q.js";import"./chunk-6REANS53.js";export{a as ContainerCli};
