-- MySQL dump 10.13
/*!40101 SET NAMES utf8 */;
# the tables of a cinema
DROP TABLE IF EXISTS `film`;
CREATE TABLE `film` (
  `film_id` smallint unsigned NOT NULL AUTO_INCREMENT,
  `title` varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci NOT NULL,
  `description` text,
  `release_year` year DEFAULT NULL,
  `language_id` tinyint unsigned NOT NULL,
  `rental_rate` decimal(4,2) NOT NULL DEFAULT '4.99',
  `length` smallint unsigned DEFAULT NULL COMMENT 'in minutes',
  `rating` enum('G','PG','PG-13','R','NC-17') DEFAULT 'G',
  `special_features` set('Trailers','Deleted Scenes') DEFAULT NULL,
  `is_new` tinyint(1) NOT NULL DEFAULT '1',
  `last_update` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  `area` geometry NOT NULL /*!80003 SRID 0 */,
  PRIMARY KEY (`film_id`),
  UNIQUE KEY `title_year` (`title`,`release_year`),
  KEY `idx_title` (`title`(20)),
  FULLTEXT KEY `words` (`title`,`description`),
  CONSTRAINT `fk_language` FOREIGN KEY (`language_id`) REFERENCES `language` (`language_id`) ON DELETE RESTRICT ON UPDATE CASCADE
) ENGINE=InnoDB AUTO_INCREMENT=1001 DEFAULT CHARSET=utf8mb4 COMMENT='What is shown';
CREATE TABLE `language` (
  `language_id` tinyint unsigned NOT NULL AUTO_INCREMENT,
  `name` char(20) NOT NULL,
  PRIMARY KEY (`language_id`)
) ENGINE=InnoDB;
CREATE TABLE `actor` (
  `actor_id` int NOT NULL AUTO_INCREMENT,
  `first_name` varchar(45) NOT NULL,
  `key` varchar(5) DEFAULT 'it''s',
  PRIMARY KEY (`actor_id`)
);
CREATE TABLE `film_actor` (
  `film_id` smallint unsigned NOT NULL,
  `actor_id` int NOT NULL,
  PRIMARY KEY (`film_id`,`actor_id`),
  CONSTRAINT `a` FOREIGN KEY (`film_id`) REFERENCES `film` (`film_id`),
  CONSTRAINT `b` FOREIGN KEY (`actor_id`) REFERENCES `actor` (`actor_id`)
);
LOCK TABLES `language` WRITE;
INSERT INTO `language` VALUES (1,'English; or so'),(2,'It\'s');
UNLOCK TABLES;
DELIMITER ;;
CREATE TRIGGER `ins_film` AFTER INSERT ON `film` FOR EACH ROW BEGIN INSERT INTO film_text VALUES (new.film_id); END ;;
DELIMITER ;
