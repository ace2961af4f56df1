import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-PGHAOXF5.js";import"./chunk-RWGWGW5L.js";import"./chunk-5TEP6WNC.js";import"./chunk-5MYGZ6QQ.js";import"./chunk-6REANS53.js";export{a as listLabelledObjects,b as removeObjects};
