import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-Q7YUIGS6.js";import"./chunk-KFOFQVGX.js";import"./chunk-IKNHTMZJ.js";import"./chunk-VJINN7OB.js";import"./chunk-6REANS53.js";export{a as listLabelledObjects,b as removeObjects};
