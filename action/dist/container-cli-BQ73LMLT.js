import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-NPDMOCYZ.js";import"./chunk-ZVFRO6L7.js";import"./chunk-MB6W4D72.js";import"./chunk-VEBQPT6R.js";import"./chunk-PRRZQIOC.js";import"./chunk-RJCPR7ZE.js";import"./chunk-UKSPS3HR.js";import"./chunk-REKUISMW.js";import"./chunk-5MYGZ6QQ.js";import"./chunk-6REANS53.js";export{a as ContainerCli};
