import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-7MYDF37N.js";import"./chunk-6LLTU3RL.js";import"./chunk-MB6W4D72.js";import"./chunk-22LMTTWS.js";import"./chunk-TMSRRYBU.js";import"./chunk-RJCPR7ZE.js";import"./chunk-UKSPS3HR.js";import"./chunk-RNBTA3LD.js";import"./chunk-WG37KF7Q.js";import"./chunk-6REANS53.js";export{a as ContainerCli};
