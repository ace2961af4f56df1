import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-L2YWUUKR.js";import"./chunk-DQFHYBXT.js";import"./chunk-MB6W4D72.js";import"./chunk-FIHPO6U4.js";import"./chunk-J65VMEY5.js";import"./chunk-RJCPR7ZE.js";import"./chunk-UKSPS3HR.js";import"./chunk-Q2QPRZJR.js";import"./chunk-KX5XH5O6.js";import"./chunk-6REANS53.js";export{a as ContainerCli};
