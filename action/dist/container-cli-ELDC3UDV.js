import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-YMVWG245.js";import"./chunk-2RJO65T4.js";import"./chunk-MB6W4D72.js";import"./chunk-OUAGXBHO.js";import"./chunk-LH75LKLO.js";import"./chunk-RJCPR7ZE.js";import"./chunk-UKSPS3HR.js";import"./chunk-Y5KCVLWU.js";import"./chunk-UNYEKT3H.js";import"./chunk-6REANS53.js";export{a as ContainerCli};
