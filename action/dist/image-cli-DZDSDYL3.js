import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-3YANHLDU.js";import"./chunk-7P5VKOL5.js";import"./chunk-RJCPR7ZE.js";import"./chunk-UKSPS3HR.js";import"./chunk-4KKG6CAO.js";import"./chunk-VJINN7OB.js";import"./chunk-6REANS53.js";export{a as ImageCli};
