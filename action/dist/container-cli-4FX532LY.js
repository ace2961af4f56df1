import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-CBLFNYIX.js";import"./chunk-QKGXS4MI.js";import"./chunk-MB6W4D72.js";import"./chunk-XMLD43RY.js";import"./chunk-3XG3A7XT.js";import"./chunk-RJCPR7ZE.js";import"./chunk-UKSPS3HR.js";import"./chunk-5HJFFFEB.js";import"./chunk-KX5XH5O6.js";import"./chunk-6REANS53.js";export{a as ContainerCli};
