import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-6KFXF47I.js";import"./chunk-RWGWGW5L.js";import"./chunk-RJCPR7ZE.js";import"./chunk-UKSPS3HR.js";import"./chunk-5TEP6WNC.js";import"./chunk-5MYGZ6QQ.js";import"./chunk-6REANS53.js";export{a as ImageCli};
