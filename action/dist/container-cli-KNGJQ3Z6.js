import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-FLQMLQPJ.js";import"./chunk-Q7YUIGS6.js";import"./chunk-MB6W4D72.js";import"./chunk-HGWG2HA2.js";import"./chunk-KFOFQVGX.js";import"./chunk-RJCPR7ZE.js";import"./chunk-UKSPS3HR.js";import"./chunk-IKNHTMZJ.js";import"./chunk-VJINN7OB.js";import"./chunk-6REANS53.js";export{a as ContainerCli};
