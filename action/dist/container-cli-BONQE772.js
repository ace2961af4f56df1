import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-KQRNR3HH.js";import"./chunk-QGWKOAW2.js";import"./chunk-MB6W4D72.js";import"./chunk-5UEPYWVZ.js";import"./chunk-3ZNVRXWC.js";import"./chunk-RJCPR7ZE.js";import"./chunk-UKSPS3HR.js";import"./chunk-OGF556QG.js";import"./chunk-WG37KF7Q.js";import"./chunk-6REANS53.js";export{a as ContainerCli};
